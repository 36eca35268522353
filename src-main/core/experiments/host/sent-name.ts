import { gatewayConfigSchema } from '#shared/domain/gateway-config.ts';
import { servedNames } from '../../gateway/served-tools.ts';

const names = servedNames([], gatewayConfigSchema.parse({}).server_name);

/** A name as an agent may read it: as the catalog has it, and as the gateway sends it. */
export function readNames(tool: string): readonly string[] {
  const sent = names.sentOf(tool);
  return sent === tool ? [tool] : [tool, sent];
}
