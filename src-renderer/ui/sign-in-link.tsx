import { Button, Group } from '@mantine/core';
import { strings } from '../strings/ui.ts';
import { CopyTextButton } from './copy-text-button.tsx';

/** Opens in the user's own browser: signing in happens between them and the server's page. */
export function SignInLink({ url }: { url: string }) {
  if (!/^https?:\/\//i.test(url)) return null;
  return (
    <Group gap={8}>
      <Button component="a" href={url} target="_blank" rel="noreferrer" variant="filled" data-testid="sign-in-link">
        {strings.signLink.openSignPage}
      </Button>
      <CopyTextButton text={url} label={strings.signLink.copyAddress} />
    </Group>
  );
}
