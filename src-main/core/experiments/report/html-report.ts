import type { ArmComparison, ExperimentReport, TrialCause } from '#shared/domain/experiment.ts';
import {
  causeTitles,
  differenceFigure,
  differenceInterval,
  metricTitles,
  reportTables,
  sizeOfRun,
  type TextTable,
  withMinus,
} from './report-texts.ts';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as HTML; a control character, which no page may hold, becomes a replacement character. */
export function escapeHtml(text: string): string {
  const visible = [...text].map((char) => (isControl(char) ? '\u{fffd}' : char)).join('');
  return visible.replace(/[&<>"']/g, (char) => escapes[char] ?? char);
}

function isControl(char: string): boolean {
  const code = char.codePointAt(0) ?? 0;
  return (code < 32 && code !== 9 && code !== 10 && code !== 13) || (code >= 0xd800 && code <= 0xdfff);
}

const style = `:root{color-scheme:light dark;--line:light-dark(#ccc,#555);--ink:light-dark(#1a1a1a,#eee);--soft:light-dark(#555,#bbb);--bar:light-dark(#1c5fa8,#7db4f0)}
body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:var(--ink);background:light-dark(#fff,#161616)}
h1{font-size:1.6rem}h2{font-size:1.15rem;margin-top:2rem}.scroll{overflow-x:auto}
table{border-collapse:collapse;font-size:.9rem}caption{text-align:left;color:var(--soft)}
th,td{border-bottom:1px solid var(--line);padding:.3rem .6rem;text-align:left;vertical-align:top}th{font-weight:600}
svg{max-width:100%;height:auto}svg text{font:13px system-ui,sans-serif;fill:var(--ink)}.axis{stroke:var(--soft)}.mark{stroke:var(--bar);fill:var(--bar)}
@media print{body{margin:0;max-width:none;color:#000;background:#fff}tr,svg{break-inside:avoid}.scroll{overflow:visible}}`;

/** A report as one page that needs no script and loads nothing. */
export function htmlReport(report: ExperimentReport): string {
  const { run, notes, comparisons } = report;
  const tables = reportTables(report);
  const success = comparisons.filter(({ metric }) => metric === 'success');
  const parts = [
    `<h1>${escapeHtml(run.name)}</h1>`,
    `<p>${escapeHtml(sizeOfRun(run))}</p>`,
    `<h2>What it shows</h2><ul>${notes.map((note) => `<li>${escapeHtml(note)}</li>`).join('')}</ul>`,
    `<h2>${escapeHtml(tables.arms.title)}</h2>${tableOf(tables.arms)}`,
    `<h2>${escapeHtml(tables.comparisons.title)}</h2>${forestPlot(success)}${tableOf(tables.comparisons)}`,
    `<h2>${escapeHtml(tables.causes.title)}</h2>${causeBars(report)}${tables.causes.rows.length > 0 ? tableOf(tables.causes) : ''}`,
    `<h2>${escapeHtml(tables.tasks.title)}</h2>${tableOf(tables.tasks)}`,
  ];
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`;
  return `<!doctype html>\n<html lang="en"><head>${head}<title>${escapeHtml(run.name)}</title><style>${style}</style></head>\n<body><main>\n${parts.join('\n')}\n</main></body></html>\n`;
}

function tableOf({ title, head, rows }: TextTable): string {
  const cells = (row: readonly string[]) =>
    row
      .map((cell, at) => (at === 0 ? `<th scope="row">${escapeHtml(cell)}</th>` : `<td>${escapeHtml(cell)}</td>`))
      .join('');
  const titles = head.map((cell) => `<th scope="col">${escapeHtml(cell)}</th>`).join('');
  const body = rows.map((row) => `<tr>${cells(row)}</tr>`).join('\n');
  return `<div class="scroll" role="region" tabindex="0" aria-label="${escapeHtml(title)}"><table><thead><tr>${titles}</tr></thead><tbody>${body}</tbody></table></div>`;
}

const left = 300;
const width = 400;
const row = 30;

/** Differences in success with their intervals, from −100 to 100 points; the table below it has the same figures. */
function forestPlot(comparisons: readonly ArmComparison[]): string {
  if (comparisons.length === 0) return '';
  const x = (share: number) => Math.round(left + ((share + 1) / 2) * width);
  const height = comparisons.length * row + 30;
  const lines = comparisons.map(({ arm, baseline, difference }, at) => {
    const y = at * row + 20;
    const label = `${arm} − ${baseline}`;
    const words = `${label}: ${differenceFigure('success', difference.mean)}, ${differenceInterval('success', difference)}`;
    return `<g><title>${escapeHtml(words)}</title><text x="0" y="${y + 4}">${escapeHtml(label)}</text><line class="mark" stroke-width="2" x1="${x(difference.low)}" x2="${x(difference.high)}" y1="${y}" y2="${y}"/><circle class="mark" r="5" cx="${x(difference.mean)}" cy="${y}"/></g>`;
  });
  const ticks = [-1, -0.5, 0, 0.5, 1].map(
    (share) => `<text x="${x(share)}" y="${height - 4}" text-anchor="middle">${withMinus(`${share * 100}`)}</text>`,
  );
  const axis = `<line class="axis" stroke-dasharray="4" x1="${x(0)}" x2="${x(0)}" y1="0" y2="${height - 20}"/>`;
  return `<svg role="img" aria-label="${escapeHtml(`${metricTitles.success}: differences in points with intervals`)}" viewBox="0 0 ${left + width + 30} ${height}" width="${left + width + 30}">${axis}${lines.join('')}${ticks.join('')}</svg>`;
}

/** Failed trials of each arm as a bar; the shades follow the order of the causes. */
function causeBars({ arms }: ExperimentReport): string {
  const causes = (Object.keys(causeTitles) as TrialCause[]).filter((cause) => arms.some((arm) => arm.causes[cause]));
  if (causes.length === 0) return '<p>No trial failed.</p>';
  const most = Math.max(...arms.map((arm) => causes.reduce((sum, cause) => sum + (arm.causes[cause] ?? 0), 0)));
  const bars = arms.map((arm, at) => {
    let start = left;
    const pieces = causes.map((cause, place) => {
      const count = arm.causes[cause] ?? 0;
      const size = (count / most) * width;
      const words = escapeHtml(`${arm.arm}, ${causeTitles[cause]}: ${count}`);
      const piece = `<rect class="mark" opacity="${(1 - (0.75 * place) / causes.length).toFixed(2)}" x="${start.toFixed(1)}" y="${at * row + 6}" width="${Math.max(0, size - 1).toFixed(1)}" height="18"><title>${words}</title></rect>`;
      start += size;
      return count === 0 ? '' : piece;
    });
    return `<text x="0" y="${at * row + 20}">${escapeHtml(arm.arm)}</text>${pieces.join('')}`;
  });
  const height = arms.length * row + 6;
  return `<svg role="img" aria-label="Failed trials by cause" viewBox="0 0 ${left + width + 30} ${height}" width="${left + width + 30}">${bars.join('')}</svg>`;
}
