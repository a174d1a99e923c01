import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { signInOptions } from '#api/sign-in.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { IconButton } from '#ui/icon/icon-button.tsx'
import { signInLabels } from './labels.ts'
import { signInError } from './sign-in-error.ts'

interface TokenFormProps {
  onSignedIn: (session: { name: string; deployment: string | null }) => void
  hint?: ReactNode
  /** Whether there is another way to sign in, which comes first. */
  isSecondary?: boolean
}

/** The typed token, and what was wrong with the last attempt. */
function useTokenSignIn(onSignedIn: TokenFormProps['onSignedIn']) {
  const input = useRef<HTMLInputElement>(null)
  const [token, setToken] = useState('')
  const [fault, setFault] = useState<string>()
  const signIn = useMutation({ ...signInOptions(), onSuccess: onSignedIn })

  const showError = (sentence: string) => {
    setFault(sentence)
    input.current?.focus()
    input.current?.select()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const trimmed = token.trim()
    if (trimmed === '') return showError(signInLabels.empty)
    if (!signIn.isPending) {
      setFault(undefined)
      signIn.mutate({ token: trimmed }, { onError: (error) => showError(signInError(error, 'token')) })
    }
  }
  const type = (text: string) => {
    setToken(text)
    setFault(undefined)
  }
  return { input, token, type, fault, submit, isPending: signIn.isPending }
}

/** A token field with its error message. */
export function TokenForm({ onSignedIn, hint, isSecondary = false }: TokenFormProps) {
  const { input, token, type, fault, submit, isPending } = useTokenSignIn(onSignedIn)
  const [shown, setShown] = useState(false)
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field label={signInLabels.token} error={fault} hint={hint}>
        <TextInput
          ref={input}
          type={shown ? 'text' : 'password'}
          name="token"
          value={token}
          onChange={(event) => type(event.target.value)}
          mono
          // A password manager may store it; autocorrect must not change it.
          autoComplete="current-password"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          // The form is the whole page, or a dialog that was just opened.
          autoFocus={!isSecondary}
          className="h-10 pr-1"
          end={
            <IconButton
              icon="eye"
              label={shown ? signInLabels.hide : signInLabels.show}
              pressed={shown}
              onClick={() => setShown(!shown)}
            />
          }
        />
      </Field>
      <Button
        type="submit"
        variant={isSecondary ? 'default' : 'primary'}
        size="large"
        loading={isPending}
        className="w-full"
      >
        {isSecondary ? signInLabels.submitToken : signInLabels.submit}
      </Button>
    </form>
  )
}
