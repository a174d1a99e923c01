import { Link } from '#features/link.tsx'
import { paths } from '#lib/urls/paths.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { MenuButton } from '#ui/overlay/menu-button.tsx'
import { labels } from '../labels.ts'
import { menuLabels } from '../menu-labels.ts'
import { openDialog } from '../shortcuts/open-dialog.ts'

/** What can be brought into a deployment, or made from it, on every page. */
export function AddMenu({ slug }: { slug: string }) {
  return (
    <MenuButton
      label={menuLabels.add.button}
      bare
      variant="quiet"
      align="end"
      className="max-sm:w-8 max-sm:p-0!"
      entries={[
        {
          kind: 'link',
          label: labels.pages.importScans,
          icon: 'plus',
          link: <Link to={paths.import(slug)} />,
        },
        {
          kind: 'action',
          label: menuLabels.add.sbom,
          icon: 'download',
          onSelect: () => openDialog({ name: 'sbom' }),
        },
      ]}
    >
      <Icon name="plus" />
      <span className="max-lg:hidden">{menuLabels.add.button}</span>
    </MenuButton>
  )
}
