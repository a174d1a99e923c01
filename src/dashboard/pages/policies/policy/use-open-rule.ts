import { type MouseEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { settingsPaths } from '#lib/urls/settings-paths.ts'

/** Opens the page of a rule, unless the press just missed one of the modes in its row. */
export function useOpenRule(deployment: string) {
  const navigate = useNavigate()
  const missedMode = useRef(false)
  return {
    onClickCapture: ({ target }: MouseEvent) => {
      const cell = target instanceof Element && !target.closest('button') ? target.closest('td') : null
      missedMode.current = cell?.querySelector('[data-mode-cell]') != null
    },
    open: (id: string) => {
      if (!missedMode.current) void navigate(settingsPaths.rule(deployment, id))
      missedMode.current = false
    },
  }
}
