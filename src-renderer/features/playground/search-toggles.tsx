import { Button } from '@mantine/core';
import { IconColumns3, IconNotebook } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNavigation } from '../../state/navigation-store.ts';
import { usePlayground } from '../../state/playground-store.ts';
import { strings } from '../../strings/playground.ts';
import styles from './playground.module.css';
import { toggleEngines } from './playground-model.ts';

/** What the search shows beside Pegboard's own results: what is asked stays as it is. */
export function SearchToggles() {
  const hasEngines = useNavigation((state) => state.feature === 'compare');
  const hasSkills = usePlayground((state) => state.hasSkills);
  const showSkills = usePlayground((state) => state.showSkills);
  return (
    <>
      <Toggle
        isOn={hasEngines}
        icon={<IconColumns3 size={15} />}
        title={strings.searchToggles.enginesHint}
        onClick={toggleEngines}
      >
        {strings.searchToggles.engines}
      </Toggle>
      <Toggle
        isOn={hasSkills}
        icon={<IconNotebook size={15} />}
        title={strings.searchToggles.skillsHint}
        onClick={() => showSkills(!hasSkills)}
      >
        {strings.searchToggles.skills}
      </Toggle>
    </>
  );
}

function Toggle({
  isOn,
  icon,
  title,
  onClick,
  children,
}: {
  isOn: boolean;
  icon: ReactNode;
  title: string;
  onClick(): void;
  children: string;
}) {
  return (
    <Button
      size="compact-sm"
      className={styles.toggle}
      aria-pressed={isOn}
      leftSection={icon}
      title={title}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
