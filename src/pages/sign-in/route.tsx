import { useLocation, useNavigate } from 'react-router'
import { safeReturn } from '#lib/urls/paths.ts'
import { Wordmark } from '#ui/icon/wordmark.tsx'
import { ActivityBar } from '#ui/status/activity-bar.tsx'
import { Banner } from '#ui/status/banner.tsx'
import { signInLabels } from './labels.ts'
import { signInError } from './sign-in-error.ts'
import { TokenForm } from './token-form.tsx'
import { useOneTimeLink } from './use-one-time-link.ts'

/** Signs in with a token or a one-time link and returns to the requested page. */
export default function SignIn() {
  const navigate = useNavigate()
  const parameters = new URLSearchParams(useLocation().search)
  const goOn = () => void navigate(safeReturn(parameters.get('to'), location.origin), { replace: true })
  const link = useOneTimeLink(goOn)

  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center px-4 py-10 outline-none">
      <div className="flex w-full max-w-96 flex-col gap-6 pb-[8vh]">
        <Wordmark className="self-center" />
        <section
          aria-labelledby="sign-in-title"
          className="relative flex flex-col gap-5 overflow-hidden rounded border border-line bg-surface-1 p-6"
        >
          <header className="flex flex-col gap-1">
            <h1 id="sign-in-title" className="text-xl font-semibold">
              {link.busy ? signInLabels.busyTitle : signInLabels.title}
            </h1>
            <p className="text-base text-2">{link.busy ? signInLabels.busyLead : signInLabels.lead}</p>
          </header>
          {link.busy ? (
            <ActivityBar className="text-accent" />
          ) : (
            <>
              {link.error && (
                <Banner tone="danger" className="rounded">
                  {signInError(link.error, 'code')}
                </Banner>
              )}
              <TokenForm onSignedIn={goOn} hint={signInLabels.tokenHint} />
            </>
          )}
        </section>
        <p className="text-center text-3">
          {signInLabels.help} <code className="text-xs">{signInLabels.helpCommand}</code>{' '}
          {signInLabels.helpEnd}
        </p>
      </div>
    </main>
  )
}
