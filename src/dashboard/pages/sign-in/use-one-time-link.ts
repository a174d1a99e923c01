import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { signInOptions } from '#api/sign-in.ts'
import { fragmentValue } from './fragment-value.ts'

/** A code works once, so it is submitted once, however often the page renders. */
const tried = new Set<string>()

/**
 * Signs in with the code of a one-time link, `/sign-in#code=…`, when the page loads. The code is first removed from the
 * URL, and so from this tab's history.
 */
export function useOneTimeLink(onSignedIn: () => void) {
  const { hash, pathname, search } = useLocation()
  const navigate = useNavigate()
  const { mutate, isPending, error } = useMutation({ ...signInOptions(), onSuccess: onSignedIn })
  const code = fragmentValue(hash, 'code')

  useEffect(() => {
    if (code === undefined || tried.has(code)) return
    tried.add(code)
    void navigate({ pathname, search }, { replace: true })
    mutate({ code })
  }, [code, navigate, pathname, search, mutate])

  return { busy: isPending || code !== undefined, error }
}
