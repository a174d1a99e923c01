import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { explain } from '#api/http/errors.ts'
import { signInOptions } from '#api/sign-in.ts'
import { CopyableText } from '#features/copyable-text.tsx'
import { Button } from '#ui/button.tsx'
import { Banner } from '#ui/status/banner.tsx'
import { fragmentValue } from './fragment-value.ts'
import { signInLabels } from './labels.ts'
import { signInError } from './sign-in-error.ts'

/** The secret of the invitation with which the page was opened, `/sign-in#invitation=…`; undefined without one. */
export function useInvitation(): string | undefined {
  const { hash } = useLocation()
  // It stays after it was removed from the URL.
  const [first] = useState(hash)
  return fragmentValue(first, 'invitation')
}

interface InvitationProps {
  secret: string
  onDone: () => void
  /** Called to sign in otherwise, after the link was refused. */
  onOther: () => void
}

/**
 * Creates the sign-in of an invited person, and shows its token once. It waits for a press, since programs that look at
 * links in messages would use the link up.
 */
export function Invitation({ secret, onDone, onOther }: InvitationProps) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const { mutate, isPending, error, data } = useMutation({
    ...signInOptions(),
    // A link that was used is of no use in the history of the tab.
    onSuccess: () => void navigate({ pathname, search }, { replace: true }),
  })
  if (data?.secret !== undefined) {
    return (
      <>
        <Heading title={signInLabels.createdTitle} lead={signInLabels.createdLead} />
        <CopyableText text={data.secret} what="token" />
        <Button variant="primary" size="large" className="w-full" onClick={onDone}>
          {signInLabels.proceed}
        </Button>
      </>
    )
  }
  return (
    <>
      <Heading title={signInLabels.invitedTitle} lead={signInLabels.invitedLead} />
      {error && (
        <Banner tone="danger" className="rounded">
          {signInError(error, 'code')}
        </Banner>
      )}
      {error && explain(error).kind === 'expired' ? (
        <Button size="large" className="w-full" onClick={onOther}>
          {signInLabels.submitToken}
        </Button>
      ) : (
        <Button
          variant="primary"
          size="large"
          className="w-full"
          loading={isPending}
          onClick={() => mutate({ invitation: secret })}
        >
          {signInLabels.createSignIn}
        </Button>
      )}
    </>
  )
}

const Heading = ({ title, lead }: { title: string; lead: string }) => (
  <header className="flex flex-col gap-1">
    <h1 id="sign-in-title" className="text-xl font-semibold">
      {title}
    </h1>
    <p className="text-base text-2">{lead}</p>
  </header>
)
