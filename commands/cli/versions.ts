import { version } from '../../reports/files.ts';
import { specVersion } from '../../schemas/version.ts';

/** Of the suite, and of what it judges. */
export const versions = (): string => `suite ${version()}, spec ${specVersion}`;
