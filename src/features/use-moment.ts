import { useState } from 'react'
import { firstRender } from '#lib/first-render.ts'

const present = () => new Date(firstRender()?.now ?? Date.now())

/** The moment that all ages on a page are told from. Each answer has its own: it moves when `answer` is another one. */
export function useMoment(answer: unknown): Date {
  const [moment, setMoment] = useState(() => ({ answer, now: present() }))
  if (Object.is(moment.answer, answer)) return moment.now
  const next = { answer, now: present() }
  setMoment(next)
  return next.now
}
