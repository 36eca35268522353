import { notifications } from '@mantine/notifications';
import { create } from 'zustand';
import type { EconomicsReport } from '#shared/domain/economics.ts';
import type { Payload } from '#shared/domain/payload.ts';
import { bodyText, curlText, typescriptText } from '#shared/domain/request-text.ts';
import { usePreferences } from '../../state/preferences-store.ts';
import { strings } from '../../strings/costs.ts';
import { copyText } from '../../ui/copy-text.ts';
import { formatMoney } from '../../ui/format-number.ts';
import { saveFile } from '../../ui/save-file.ts';
import { useCosts } from './costs-store.ts';
import { economicsPicture } from './economics-picture.ts';

/** The report on screen that can be copied or saved; null while there is none. */
export const useShownCosts = create<{
  readonly csv: string | null;
  readonly report: EconomicsReport | null;
  readonly payload: Payload | null;
}>()(() => ({ csv: null, report: null, payload: null }));

/** A request as a text to paste, by its name. */
export const requestTexts = { JSON: bodyText, curl: curlText, TypeScript: typescriptText } as const;
export type RequestText = keyof typeof requestTexts;

/** Copies a request, without another the one that is alone on screen. */
export function copyRequest(kind: RequestText, payload = useShownCosts.getState().payload): void {
  if (payload) void copy(requestTexts[kind](payload), strings.costsActions.requestAs(kind));
}

export function copyCsv(): void {
  const { csv } = useShownCosts.getState();
  if (csv !== null) void copy(csv, strings.costsActions.figuresAsCsv);
}

/** Saves the figures where the browser, or the window, saves files. */
export function saveCsv(): void {
  const { csv } = useShownCosts.getState();
  if (csv !== null) saveFile(new Blob([csv], { type: 'text/csv' }), 'economics.csv');
}

/** Saves the charts as a picture, in the colours that are on screen. */
export async function savePicture(): Promise<void> {
  const { report } = useShownCosts.getState();
  if (!report) return;
  const { estimator } = usePreferences.getState();
  const { seedOnly, currency } = useCosts.getState();
  const counted = seedOnly ? strings.costsActions.tokensOfReference : strings.costsActions.tokensOfWorkspace(estimator);
  const picture = await economicsPicture(report, {
    counted,
    money: (value, decimals) => formatMoney(value, currency, decimals),
  });
  if (picture) saveFile(picture, 'economics.png');
  else notifications.show({ color: 'red', message: strings.costsActions.pegboardCouldNotDraw });
}

async function copy(text: string, what: string): Promise<void> {
  const copied = await copyText(text);
  notifications.show({
    message: copied ? strings.costsActions.copied(what) : strings.costsActions.couldNotBeCopied(what),
  });
}
