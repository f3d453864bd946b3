import { studentMergesQuery } from '@ce/client/staff/student_desk.ts'
import { BackLink } from '../../components/BackLink.tsx'
import cards from '../../components/cards.module.css'
import { defineList, ListFrame, useList } from '../../kit/list/List.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { MergeProposalCard } from './MergeCard.tsx'

const merges = defineList({
  label: '合并申请',
  unit: '件',
  filters: {},
  query: (_, page) => studentMergesQuery(page),
  empty: {
    title: '没有合并申请',
    text: '在学员页面看到可能重复的账号时，可以申请合并。',
  },
})

/** Lists merge proposals, waiting ones first. */
export function MergesPage() {
  return (
    <>
      <PageHeader title="合并重复账号" actions={<BackLink to={paths.students()}>返回学员列表</BackLink>}>
        一人申请，另一人核对后确认。申请从学员页面“可能重复的账号”提出。
      </PageHeader>
      <ListFrame list={useList(merges)}>
        {({ list }) => (
          <div className={cards.page}>
            {list.map((merge) => (
              <MergeProposalCard key={merge.id} merge={merge} />
            ))}
          </div>
        )}
      </ListFrame>
    </>
  )
}
