import { refusalOf } from '../../channels/index.ts';

/** True for the error code of a message that was certainly not sent and may be sent again automatically. */
export const maySendAgain = (code: string): boolean => code === 'not_sent' || refusalOf(code).holds === 'moment';
