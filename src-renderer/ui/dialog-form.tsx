import { Button, type ButtonProps, Group, Stack } from '@mantine/core';
import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { strings } from '../strings/ui.ts';
import { ErrorNotice } from './error-notice.tsx';

interface DialogFormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  /** The word on the button that sends the form. */
  readonly submit: string;
  /** Whether what is typed can be sent. */
  readonly isReady: boolean;
  readonly isBusy?: boolean;
  /** Why it was refused. */
  readonly error?: Error | null;
  readonly startsOnSubmit?: boolean;
  /** The content at the other end of the line of buttons. */
  readonly aside?: ReactNode;
  onSubmit(): unknown;
  onCancel(): void;
}

/** The form of a dialog: its fields, why it was refused, and the buttons. Enter sends what can be sent, once. */
export function DialogForm({
  submit,
  isReady,
  isBusy = false,
  error,
  startsOnSubmit,
  aside,
  onSubmit,
  onCancel,
  children,
  ...form
}: DialogFormProps) {
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !isBusy) void onSubmit();
  };
  const ref = useRef<HTMLFormElement>(null);
  // The trap of the dialog moves the focus one task later, and a key that comes before it would be lost. The dialog has noted by
  // then where the focus returns: it does that in an effect too.
  useEffect(() => {
    queueMicrotask(() => ref.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true }));
  }, []);
  return (
    <form ref={ref} onSubmit={send} {...form}>
      <Stack gap="md">
        {children}
        {error && <ErrorNotice error={error} />}
        <Group justify="flex-end" gap="sm">
          {aside && <span style={{ marginRight: 'auto' }}>{aside}</span>}
          <Button onClick={onCancel}>{strings.dialogForm.cancel}</Button>
          <Button
            type="submit"
            variant="filled"
            disabled={!isReady}
            loading={isBusy}
            data-autofocus={startsOnSubmit || undefined}
          >
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface DialogButtonsProps extends Pick<ButtonProps, 'color' | 'disabled' | 'mt'> {
  /** The action of the button that agrees. */
  readonly act: string;
  /** Which button has the focus first: Cancel before what nobody should start unread. */
  readonly startsOn: 'act' | 'cancel';
  onAct(): unknown;
  onCancel(): void;
}

/** Cancel, and the button that does what the dialog asks about. A button that is not ready yet takes the focus all the same. */
export function DialogButtons({ act, startsOn, onAct, onCancel, mt, disabled, ...button }: DialogButtonsProps) {
  return (
    <Group justify="flex-end" gap="sm" mt={mt}>
      <Button onClick={onCancel} data-autofocus={startsOn === 'cancel' || undefined}>
        {strings.dialogForm.cancel}
      </Button>
      <Button
        variant="filled"
        onClick={() => !disabled && void onAct()}
        data-disabled={disabled || undefined}
        aria-disabled={disabled}
        data-autofocus={startsOn === 'act' || undefined}
        {...button}
      >
        {act}
      </Button>
    </Group>
  );
}
