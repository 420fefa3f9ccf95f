import type { Finding } from '../../../schemas/records/diagnosis.ts';

export const ok = (text: string): Finding => ({ mark: 'ok', text });
export const look = (text: string): Finding => ({ mark: 'look', text });
export const stop = (text: string): Finding => ({ mark: 'stop', text });
