import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { showWriteError } from '@ce/client/failures.ts'
import {
  type Friendlink,
  friendlinksQuery,
  useRemoveFriendlink,
  useReorderFriendlinks,
  useSaveFriendlink,
} from '@ce/client/staff/first_page.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { OrderedList } from '../../components/OrderedList.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { FriendlinkDialog } from './FriendlinkDialog.tsx'
import { FriendlinkRow } from './LinkRow.tsx'
import { useConfirmRemove } from './use-confirm-remove.ts'

export function FriendlinksPage() {
  const query = useQuery(friendlinksQuery())
  const [edited, setEdited] = useState<Friendlink | 'new' | null>(null)
  const create = (
    <Button type="primary" onClick={() => setEdited('new')}>
      新建友情链接
    </Button>
  )
  return (
    <>
      <PageHeader title="友情链接" actions={create}>
        首页底部的外部链接，按这里的次序显示；改动几秒内对访客可见。
      </PageHeader>
      <QueryContent query={query}>
        {(links) =>
          links.length === 0 ? (
            <EmptyState title="还没有友情链接">新建后显示在首页底部，例如国家药监局、执业药师资格认证中心。</EmptyState>
          ) : (
            <Links links={links} onEdit={setEdited} />
          )
        }
      </QueryContent>
      {edited && <FriendlinkDialog link={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </>
  )
}

function Links({ links, onEdit }: { links: Friendlink[]; onEdit: (link: Friendlink) => void }) {
  const order = useReorderFriendlinks()
  const save = useSaveFriendlink()
  const remove = useRemoveFriendlink()
  const confirmRemove = useConfirmRemove()
  return (
    <OrderedList
      label="友情链接"
      rows={links}
      nameOf={({ title }) => title}
      onOrder={(ids) => order.mutateAsync({ ids })}
    >
      {(link) => (
        <FriendlinkRow
          {...link}
          busy={save.isPending && save.variables.id === link.id}
          onVisible={(visible) => save.mutate({ ...link, visible }, { onError: showWriteError })}
          onEdit={() => onEdit(link)}
          onRemove={() =>
            confirmRemove(`友情链接“${link.title}”`, '首页底部不再显示它。', () => remove.mutateAsync({ id: link.id }))
          }
        />
      )}
    </OrderedList>
  )
}
