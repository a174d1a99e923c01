import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLocation, useNavigate } from 'react-router'
import { clientContext } from '#api/cache/loader-context.ts'
import { signInWaysOptions } from '#api/sign-in.ts'
import { safeReturn } from '#lib/urls/paths.ts'
import { Wordmark } from '#ui/icon/wordmark.tsx'
import { ActivityBar } from '#ui/status/activity-bar.tsx'
import { Banner } from '#ui/status/banner.tsx'
import { Invitation, useInvitation } from './invitation.tsx'
import { signInLabels } from './labels.ts'
import { ProviderButton } from './provider-button.tsx'
import { signInError } from './sign-in-error.ts'
import { TokenForm } from './token-form.tsx'
import { useOneTimeLink } from './use-one-time-link.ts'
import { useProviderAnswer } from './use-provider-answer.ts'

/** Signs in with a token, a one-time link or an invitation, and returns to the requested page. */
export default function SignIn() {
  const navigate = useNavigate()
  const parameters = new URLSearchParams(useLocation().search)
  const goOn = () => void navigate(safeReturn(parameters.get('to'), location.origin), { replace: true })
  const [isRefused, setIsRefused] = useState(false)
  const invited = useInvitation()
  const invitation = isRefused ? undefined : invited
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center px-4 py-10 outline-none">
      <div className="flex w-full max-w-96 flex-col gap-6 pb-[8vh]">
        <Wordmark className="self-center" />
        <section
          aria-labelledby="sign-in-title"
          className="relative flex flex-col gap-5 overflow-hidden rounded border border-line bg-surface-1 p-6"
        >
          {invitation === undefined ? (
            <Ways to={parameters.get('to')} onSignedIn={goOn} />
          ) : (
            <Invitation secret={invitation} onDone={goOn} onOther={() => setIsRefused(true)} />
          )}
        </section>
        {invitation === undefined && (
          <p className="text-center text-3">
            {signInLabels.help} <code className="text-xs">{signInLabels.helpCommand}</code>
            {signInLabels.helpOr} <code className="text-xs">{signInLabels.checkoutCommand}</code>
            {signInLabels.helpEnd}
          </p>
        )}
      </div>
    </main>
  )
}

interface WaysProps {
  /** The page to return to. */
  to: string | null
  onSignedIn: () => void
}

/** The ways to sign in that somebody has who was here before. */
function Ways({ to, onSignedIn }: WaysProps) {
  const navigate = useNavigate()
  const link = useOneTimeLink(onSignedIn)
  const answer = useProviderAnswer(
    (page) => void navigate(safeReturn(page, location.origin), { replace: true }),
  )
  const provider = useQuery(signInWaysOptions()).data?.singleSignOn ?? undefined
  const busy = link.busy || answer.busy
  const error = link.error ?? answer.error
  return (
    <>
      <header className="flex flex-col gap-1">
        <h1 id="sign-in-title" className="text-xl font-semibold">
          {busy ? signInLabels.busyTitle : signInLabels.title}
        </h1>
        {(busy || !provider) && (
          <p className="text-base text-2">
            {answer.busy ? signInLabels.answerLead : busy ? signInLabels.busyLead : signInLabels.lead}
          </p>
        )}
      </header>
      {busy ? (
        <ActivityBar className="text-accent" />
      ) : (
        <>
          {error && (
            <Banner tone="danger" className="rounded">
              {signInError(error, 'code')}
            </Banner>
          )}
          {provider && <ProviderButton name={provider.name} to={to} />}
          <TokenForm
            isSecondary={provider !== undefined}
            onSignedIn={onSignedIn}
            hint={signInLabels.tokenHint}
          />
        </>
      )}
    </>
  )
}

/** Waits for the ways to sign in, so that the page does not move when they arrive. */
export async function loader({ context }: LoaderFunctionArgs) {
  await context.get(clientContext).prefetchQuery(signInWaysOptions())
  return null
}
