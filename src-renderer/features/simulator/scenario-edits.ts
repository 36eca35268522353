import type { ScenarioChange } from '#shared/domain/scenario-edit.ts';
import { changeScenario } from '#shared/text/change-scenario.ts';
import { editDocumentBy } from '../../documents/document-store.ts';
import type { OpenDocument } from '../../documents/use-document.ts';
import { strings } from '../../strings/scenario.ts';

/** Makes changes of the text as it is now, at once; null, or why not, in a sentence. */
export type EditScenario = (changesOf: (text: string) => readonly ScenarioChange[] | null) => string | null;

/** Edits of a scenario's text. */
export function editsOf({ key, path }: Pick<OpenDocument, 'key' | 'path'>): EditScenario {
  return (changesOf) => {
    let isLost = false;
    const refused = editDocumentBy(key, (text) => {
      const changes = changesOf(text);
      isLost = changes === null;
      return changes === null ? text : changeScenario(text, changes, path);
    });
    return isLost ? strings.scenarioEdits.textHasChangedCheck : refused;
  };
}
