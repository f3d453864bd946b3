import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { showWriteError } from '@ce/client/failures.ts'
import {
  type Swiper,
  swipersQuery,
  useRemoveSwiper,
  useReorderSwipers,
  useSaveSwiper,
} from '@ce/client/staff/first_page.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { OrderedList } from '../../components/OrderedList.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import classes from './desks.module.css'
import { FriendlinkRow } from './LinkRow.tsx'
import { SwiperDialog } from './SwiperDialog.tsx'
import { useConfirmRemove } from './use-confirm-remove.ts'

export function SwipersPage() {
  const query = useQuery(swipersQuery())
  const [edited, setEdited] = useState<Swiper | 'new' | null>(null)
  const create = (
    <Button type="primary" onClick={() => setEdited('new')}>
      新建轮播图
    </Button>
  )
  return (
    <>
      <PageHeader title="轮播图" actions={create}>
        首页顶部轮流显示的图片，按这里的次序；改动几秒内对访客可见。
      </PageHeader>
      <QueryContent query={query}>
        {(swipers) =>
          swipers.length === 0 ? (
            <EmptyState title="还没有轮播图">新建后显示在首页顶部，可以点开一篇通知或一个页面。</EmptyState>
          ) : (
            <Swipers swipers={swipers} onEdit={setEdited} />
          )
        }
      </QueryContent>
      {edited && <SwiperDialog swiper={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </>
  )
}

function Swipers({ swipers, onEdit }: { swipers: Swiper[]; onEdit: (swiper: Swiper) => void }) {
  const order = useReorderSwipers()
  const save = useSaveSwiper()
  const remove = useRemoveSwiper()
  const confirmRemove = useConfirmRemove()
  const show = ({ id, version, title, fileId, redirectUrl }: Swiper, visible: boolean) =>
    save.mutate({ id, version, title, fileId, redirectUrl, visible }, { onError: showWriteError })
  return (
    <OrderedList
      label="轮播图"
      rows={swipers}
      nameOf={({ title }) => title}
      onOrder={(ids) => order.mutateAsync({ ids })}
    >
      {(swiper) => (
        <FriendlinkRow
          {...swiper}
          picture={<img className={classes.picture} src={swiper.imageUrl} alt="" loading="lazy" />}
          busy={save.isPending && save.variables.id === swiper.id}
          onVisible={(visible) => show(swiper, visible)}
          onEdit={() => onEdit(swiper)}
          onRemove={() =>
            confirmRemove(`轮播图“${swiper.title}”`, '首页不再显示它。', () => remove.mutateAsync({ id: swiper.id }))
          }
        />
      )}
    </OrderedList>
  )
}
