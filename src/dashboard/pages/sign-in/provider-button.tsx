import { useMutation } from '@tanstack/react-query'
import { startSingleSignOnOptions } from '#api/sign-in.ts'
import { Button } from '#ui/button.tsx'
import { Banner } from '#ui/status/banner.tsx'
import { signInLabels, signInWith } from './labels.ts'
import { keepReturnPage } from './return-page.ts'
import { signInError } from './sign-in-error.ts'

interface ProviderButtonProps {
  /** The name of the provider. */
  name: string
  /** The page to return to. */
  to: string | null
}

/** Signs in at the provider of single sign-on. */
export function ProviderButton({ name, to }: ProviderButtonProps) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    ...startSingleSignOnOptions(),
    onSuccess: ({ url }) => location.assign(url),
  })
  return (
    <div className="flex flex-col gap-5">
      {error && (
        <Banner tone="danger" className="rounded">
          {signInError(error, 'code')}
        </Banner>
      )}
      <Button
        variant="primary"
        size="large"
        className="w-full"
        // The page of the provider may take a moment to load.
        loading={isPending || isSuccess}
        onClick={() => {
          keepReturnPage(to)
          mutate({ to })
        }}
      >
        <span className="truncate">{signInWith(name)}</span>
      </Button>
      <p className="flex items-center gap-3 text-sm text-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {signInLabels.or}
      </p>
    </div>
  )
}
