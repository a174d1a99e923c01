import { parentPort } from 'node:worker_threads'

// A thread that never comes back from what it was asked.

parentPort?.on('message', () => {
  for (;;);
})
