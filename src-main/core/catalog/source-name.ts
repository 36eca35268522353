export { sourceNameOf } from '#shared/domain/source-name.ts';
