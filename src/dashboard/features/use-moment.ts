import { useState } from 'react'
import { firstRender } from '#lib/first-render.ts'

const present = () => new Date(firstRender()?.now ?? Date.now())

/** Returns the reference time of all relative times on a page. It is updated whenever `answer` changes. */
export function useMoment(answer: unknown): Date {
  const [moment, setMoment] = useState(() => ({ answer, now: present() }))
  if (Object.is(moment.answer, answer)) return moment.now
  const next = { answer, now: present() }
  setMoment(next)
  return next.now
}
