import { Refusal } from '../refusal.js';
import { Interrupted } from '../report/failure.js';

/**
 * Runs `work` so that the first SIGINT or SIGTERM asks it to stop and a second one kills. Work that finished all the
 * same keeps its answer. `onFirst` tells the user at once what is happening now.
 */
export async function interruptible<T>(
  work: (signal: AbortSignal) => Promise<T>,
  onFirst: () => void = () => {},
): Promise<T> {
  const controller = new AbortController();
  let caught: 'SIGINT' | 'SIGTERM' | null = null;
  const stop = (signal: 'SIGINT' | 'SIGTERM'): void => {
    caught = signal;
    release();
    onFirst();
    controller.abort(new Interrupted(signal));
  };
  const release = (): void => {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  try {
    return await work(controller.signal);
  } catch (error) {
    if (caught === null || error instanceof Refusal) throw error;
    throw new Interrupted(caught, error);
  } finally {
    release();
  }
}
