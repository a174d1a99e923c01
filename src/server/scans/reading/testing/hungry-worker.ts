import { parentPort } from 'node:worker_threads'

// A thread that keeps more and more, as a reader would that a file finds a gap in.

parentPort?.on('message', () => {
  const kept: object[] = []
  for (;;) kept.push({ kept: kept.length })
})
