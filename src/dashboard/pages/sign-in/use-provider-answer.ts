import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { signInOptions } from '#api/sign-in.ts'
import { takeReturnSearch } from './return-page.ts'
import { providerAnswerIn } from './single-sign-on.ts'

/** An answer works once, so it is submitted once, however often the page renders. */
const tried = new Set<string>()

/**
 * Signs in with the answer with which the provider returned to this page. The answer is first removed from the URL, and
 * so from this tab's history. The page that was asked for is in the URL again, for another try after a refusal.
 */
export function useProviderAnswer(onSignedIn: (to: string) => void) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const { mutate, isPending, error } = useMutation({
    ...signInOptions(),
    onSuccess: ({ to }) => onSignedIn(to ?? '/'),
  })
  const answer = providerAnswerIn(search)

  useEffect(() => {
    if (answer === undefined || tried.has(answer)) return
    tried.add(answer)
    void navigate({ pathname, search: takeReturnSearch() }, { replace: true })
    mutate({ singleSignOn: answer })
  }, [answer, navigate, pathname, mutate])

  return { busy: isPending || answer !== undefined, error }
}
