import { route } from '../../schemas/routes.ts';
import type { CheckContext } from '../../fixtures/run/context.ts';
import { isAbout } from '../judgements.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { sendWithGoodKey } from '../shared/requests/good-key.ts';

/** The state of a profile: of the key that a setting names, and of the good key where its business is in that state. */
export async function judgeState(
  context: CheckContext,
  id: 'auth.incomplete-profile' | 'auth.pending-verification',
  key: 'incomplete-profile' | 'pending-verification',
): Promise<void> {
  const { api, each, judge } = context;
  await each([`the ${key} key`], async () => judge(await api.send(route.auth, { key })));
  await each([`the ${key} key, asked again`], async () =>
    judge(await api.send(route.auth, { key, fresh: true })),
  );
  await each(['the good key'], async () => {
    const exchange = await sendWithGoodKey(context, route.auth);
    if (!isAbout(id, exchange)) throw new NotExercised('its business is not in that state');
    judge(exchange);
  });
}
