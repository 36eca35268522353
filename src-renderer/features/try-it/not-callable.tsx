import { Button } from '@mantine/core';
import { useAddSource } from '../../state/add-source-store.ts';
import { CommandLine } from '../../ui/command-line.tsx';
import styles from './try-it.module.css';

/** A tool of a captured file: nobody is there who could answer, and how to change that. */
export function NoServer({ source }: { source: string }) {
  const open = useAddSource((state) => state.open);
  return (
    <div data-testid="try-it-no-server">
      <p className={styles.empty}>
        Source <span className="mono">{source}</span> is a captured file: there is no server behind it that could
        answer. Add the server that has these tools; under the name of the source it takes the file’s place.
      </p>
      <Button variant="filled" onClick={() => open('command')} mb="md">
        Add a server…
      </Button>
      <CommandLine command={`pegboard import --mcp --name ${source} -- npx -y <server>`} />
    </div>
  );
}

/** A tool that the policy keeps out. */
export function Denied({ rule }: { rule: string }) {
  return (
    <p className={styles.empty} data-testid="try-it-denied">
      The workspace’s policy keeps this tool out ({rule}), so it cannot be called. Change policy in pegboard.yaml to try
      it.
    </p>
  );
}
