import {
  ActionIcon,
  Button,
  type CSSVariablesResolver,
  createTheme,
  Drawer,
  Input,
  localStorageColorSchemeManager,
  Menu,
  Modal,
  Notification,
  SegmentedControl,
  Select,
  TextInput,
  Tooltip,
} from '@mantine/core';
import { monospace } from '../../ui/monospace.ts';

/** Above the labels of the fields below it. */
const dialogTitle = { fontSize: 16, fontWeight: 600 } as const;

/** Dense and calm: 13 px type from fonts that come with the app, 28 px controls, neutral greys, one accent (ux.md, "Language of the surface"). */
export const theme = createTheme({
  primaryColor: 'violet',
  // Shade 8 keeps white text on the accent above 4.5:1 in both schemes.
  primaryShade: 8,
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  fontFamilyMonospace: monospace,
  fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '15px', xl: '18px' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.45', lg: '1.45', xl: '1.4' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'pointer',
  headings: { fontWeight: '600' },
  components: {
    Input: Input.extend({
      defaultProps: { size: 'xs' },
      vars: () => ({ wrapper: { '--input-height': '28px', '--input-fz': '13px' } }),
    }),
    InputWrapper: Input.Wrapper.extend({
      defaultProps: { size: 'sm' },
      styles: {
        label: { fontSize: 12, fontWeight: 600, color: 'var(--pb-dimmed)', marginBottom: 4 },
        description: { fontSize: 12, marginBottom: 4 },
      },
    }),
    Select: Select.extend({ defaultProps: { allowDeselect: false } }),
    // Names, addresses and queries, mostly: a field of prose asks for `spellCheck` itself.
    TextInput: TextInput.extend({ defaultProps: { autoComplete: 'off', spellCheck: false } }),
    Button: Button.extend({
      defaultProps: { size: 'xs', variant: 'default' },
      vars: () => ({ root: { '--button-height': '28px', '--button-fz': '13px' } }),
      styles: { root: { fontWeight: 500, paddingInline: 12 } },
    }),
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray', size: 28 } }),
    SegmentedControl: SegmentedControl.extend({
      defaultProps: { size: 'xs', transitionDuration: 0 },
      styles: { label: { fontWeight: 500 } },
    }),
    Tooltip: Tooltip.extend({
      defaultProps: {
        openDelay: 350,
        multiline: true,
        maw: 360,
        withArrow: false,
        events: { hover: true, focus: true, touch: false },
      },
    }),
    Menu: Menu.extend({
      // Mantine's placeholder for the first focus is not a menu item, so axe counts it as a violation.
      defaultProps: { shadow: 'md', transitionProps: { duration: 0 }, withInitialFocusPlaceholder: false },
    }),
    Notification: Notification.extend({
      defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } },
      styles: { description: { color: 'var(--pb-dimmed)' } },
    }),
    Drawer: Drawer.extend({
      styles: { title: dialogTitle },
      defaultProps: {
        position: 'right',
        transitionProps: { duration: 0 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    }),
    Modal: Modal.extend({
      styles: { title: dialogTitle },
      defaultProps: {
        transitionProps: { duration: 0 },
        overlayProps: { backgroundOpacity: 0.4 },
        yOffset: '10dvh',
        closeButtonProps: { 'aria-label': 'Close' },
      },
    }),
  },
});

/** Text that is dimmed or a placeholder still has to be read: Mantine's own greys are below 4.5:1. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': '#1b1d21',
    '--mantine-color-dimmed': '#5b616b',
    '--mantine-color-placeholder': '#6b717b',
    '--mantine-color-body': '#ffffff',
    '--mantine-color-default-border': '#d3d7de',
    '--mantine-color-error': '#b42318',
  },
  dark: {
    '--mantine-color-text': '#dcdee3',
    '--mantine-color-dimmed': '#9aa1ad',
    '--mantine-color-placeholder': '#8d949f',
    '--mantine-color-body': '#17181b',
    '--mantine-color-default': '#212327',
    '--mantine-color-default-hover': '#2a2d32',
    '--mantine-color-default-border': '#383c43',
    '--mantine-color-error': '#ff9b8f',
  },
});

/** Light, dark or the system's: remembered in local storage. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'pegboard.color-scheme' });
