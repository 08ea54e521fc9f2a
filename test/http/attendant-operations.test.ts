import { expect, test } from 'vitest';
import { areas } from '../../server/areas/index.ts';

test('the owner operations that an attendant may call are these', () => {
  const ownerEntries = areas.flatMap((area) => Object.entries(area.ownerOperations ?? {}));
  const open = ownerEntries.flatMap(([id, { scope }]) => (scope === 'console' ? [id] : []));
  expect(open.sort()).toEqual([
    'changeContactNumber',
    'checkPassphrase',
    'checkSlot',
    'chooseWorkspace',
    'countOrdersToPrepare',
    'createContactView',
    'deleteContactView',
    'endSession',
    'findOrderConversation',
    'followEvents',
    'getAlertSettings',
    'getBooking',
    'getCalendar',
    'getConsoleState',
    'getContactTimeline',
    'getMessageLimits',
    'getNotices',
    'getOrderBoard',
    'getPipelineCard',
    'getToday',
    'listColleagues',
    'listContactCards',
    'listContactViews',
    'listLicences',
    'listPersonAppointments',
    'listPipelineCards',
    'listSessions',
    'listSetAside',
    'listUnconfirmed',
    'offerDownload',
    'renameContactView',
    'renameSelf',
    'searchEverything',
    'setPassphrase',
    'tagContacts',
    'viewPipeline',
  ]);
});
