import type { Me } from '#contract/responses/deployments.ts'
import { Link } from '#features/link.tsx'
import { roleLabels } from '#features/role-labels.ts'
import { setShortcutsEnabled, useShortcutsEnabled } from '#features/shortcuts/enabled.ts'
import { triggerGlobal } from '#features/shortcuts/global-keys.ts'
import { useSignOut } from '#features/use-sign-out.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import type { IconName } from '#ui/icon/icon-name.ts'
import { MenuButton } from '#ui/overlay/menu-button.tsx'
import type { MenuEntry } from '#ui/overlay/menu-entries.ts'
import { menuLabels } from '../menu-labels.ts'
import { openDialog } from '../shortcuts/open-dialog.ts'
import { initialsOf } from './initials.ts'

/** The signed-in person, and the sign-out button. */
export function UserMenu({ slug, me }: { slug: string; me: Me | undefined }) {
  const signOut = useSignOut()
  const shortcuts = useShortcutsEnabled()
  if (!me) return <span aria-hidden className="mx-1 size-6.5 rounded-full bg-surface-3" />
  const self = { kind: 'action', label: me.name, icon: 'person', disabledReason: roleOf(me, slug) } as const
  return (
    <MenuButton
      label={menuLabels.person.signedIn(me.name)}
      bare
      variant="quiet"
      align="end"
      className="w-8 p-0!"
      entries={[
        { ...self, onSelect: () => {} },
        { kind: 'line' },
        {
          kind: 'action',
          label: menuLabels.person.decisions,
          icon: 'history',
          onSelect: () => openDialog({ name: 'decisions' }),
        },
        {
          kind: 'action',
          label: menuLabels.person.shortcuts,
          icon: 'keyboard',
          shortcut: '?',
          onSelect: () => triggerGlobal('help'),
        },
        settingsEntry(slug, 'sessions', 'sessions'),
        settingsEntry(slug, 'notifications', 'bell'),
        settingsEntry(slug, 'appearance', 'settings'),
        {
          kind: 'check',
          label: menuLabels.person.singleKeys,
          checked: shortcuts,
          onChange: setShortcutsEnabled,
        },
        { kind: 'line' },
        { kind: 'action', label: menuLabels.person.signOut, icon: 'sign-out', onSelect: signOut },
      ]}
    >
      <span
        aria-hidden
        // Rendered by CSS, because the initials must not become part of the accessible name.
        data-initials={initialsOf(me.name)}
        className="grid size-6.5 place-items-center rounded-full bg-accent-bg text-2xs font-semibold text-accent before:content-[attr(data-initials)]"
      />
    </MenuButton>
  )
}

const settingsEntry = (
  slug: string,
  section: 'sessions' | 'notifications' | 'appearance',
  icon: IconName,
): MenuEntry => ({
  kind: 'link',
  label: menuLabels.person[section],
  icon,
  link: <Link to={settingsPaths.settings(slug, section)} />,
})

/** The role in this deployment, which a person may have none of in another. */
function roleOf(me: Me, slug: string): string {
  const place = me.deployments.find((deployment) => deployment.slug === slug)
  const { role } = place?.scopes ? place : me
  const scopes = place?.scopes ?? me.scopes
  if (role) return roleLabels[role]?.join(': ') ?? role
  return scopes.includes('admin')
    ? menuLabels.person.allScopes
    : scopes.join(', ') || menuLabels.person.noScopes
}
