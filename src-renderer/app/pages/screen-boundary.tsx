import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Component, type ReactNode } from 'react';
import { strings } from '../../strings/app.ts';
import { EmptyPage } from '../../ui/empty-page.tsx';

/** Keeps a screen that fails to draw from taking the window along: says so in its place, and the other screens go on. */
export class ScreenBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <EmptyPage
        icon={<IconAlertTriangle />}
        title={strings.screenBoundary.thisScreenFailed}
        actions={<Button onClick={() => this.setState({ error: null })}>{strings.screenBoundary.reloadScreen}</Button>}
      >
        {error instanceof Error ? error.message : strings.screenBoundary.causeIsUnknown}{' '}
        {strings.screenBoundary.everythingThatYouSaved}
      </EmptyPage>
    );
  }
}
