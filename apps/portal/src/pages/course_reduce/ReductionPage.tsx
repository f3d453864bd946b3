import {
  type ReductionHead,
  type ReductionState,
  reductionsQuery,
} from '@ce/client/course_reduce.ts'
import { formatDateTime, formatHours, subjectNames } from '@ce/client/format.ts'
import { reductionStateWords } from '@ce/client/reduction-words.ts'
import { LinkButton } from '@ce/frame/LinkButton.tsx'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { PageHeader } from '@ce/frame/PageHeader.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button, Pagination, Segmented } from 'antd'
import { useSearchParams } from 'react-router'
import { paths } from '../../paths.ts'
import { ReductionDrawer } from './ReductionDrawer.tsx'
import classes from './Reductions.module.css'
import { StateMark } from './StateMark.tsx'

const pageSize = 10

/** 学时减免: one's applications; state filter, page and what is open stand in the URL. */
export function ReductionPage() {
  const [params, setParams] = useSearchParams()
  const state = readState(params.get('state'))
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1)
  const id = params.get('id')
  const query = useQuery(reductionsQuery({ ...(state ? { state } : {}), page, pageSize }))
  const go = (next: { state?: ReductionState | undefined; page?: number; id?: string }) =>
    setParams({
      ...(next.state ? { state: next.state } : {}),
      ...(next.page && next.page > 1 ? { page: String(next.page) } : {}),
      ...(next.id ? { id: next.id } : {}),
    })
  return (
    <>
      <PageHeader
        title="学时减免"
        actions={
          <LinkButton type="primary" to={paths.reductionApply()}>
            申请减免
          </LinkButton>
        }
      >
        论文、授课、对口支援等经审核可以抵减学时，通过后计入当年学时台账。
      </PageHeader>
      <div className={classes.filter}>
        <Segmented
          aria-label="申请状态"
          value={state ?? 'ALL'}
          onChange={(value) => go({ state: readState(value) })}
          options={[
            { value: 'ALL', label: '全部' },
            ...Object.entries(reductionStateWords).map(([value, label]) => ({ value, label })),
          ]}
        />
      </div>
      <Loaded query={query}>
        {({ list, total }) =>
          total > 0 ? (
            <>
              <ul className={classes.cards}>
                {list.map((head) => (
                  <Card key={head.id} head={head} onOpen={() => go({ state, page, id: head.id })} />
                ))}
              </ul>
              <Pagination
                current={page}
                pageSize={pageSize}
                total={total}
                hideOnSinglePage
                showSizeChanger={false}
                onChange={(next) => go({ state, page: next })}
              />
            </>
          ) : (
            <EmptyState title={state ? `没有“${reductionStateWords[state]}”的申请` : '还没有申请'}>
              准备好佐证材料的照片或 PDF，点“申请减免”开始；没填完可以存草稿。
            </EmptyState>
          )
        }
      </Loaded>
      {id && <ReductionDrawer key={id} id={id} onClose={() => go({ state, page })} />}
    </>
  )
}

function readState(value: string | null): ReductionState | undefined {
  return Object.keys(reductionStateWords).find((one): one is ReductionState => one === value)
}

function Card({ head, onOpen }: { head: ReductionHead; onOpen: () => void }) {
  const { typeName, year, applyNo, stateReason, state, updatedAt, submittedAt } = head
  const changeable = state === 'DRAFT' || state === 'RETURNED'
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <h2>{typeName}</h2>
        <StateMark {...head} />
      </div>
      <p>
        {year} 年度，{head.subject ? subjectNames[head.subject] : '未选科目'}，{hoursWords(head)}
      </p>
      {stateReason && <p className={classes.why}>原因：{stateReason}</p>}
      <div className={classes.head}>
        <span className={classes.small}>
          {applyNo}，
          {submittedAt
            ? `提交 ${formatDateTime(submittedAt)}`
            : `保存 ${formatDateTime(updatedAt)}`}
        </span>
        <span className={classes.buttons}>
          {changeable && (
            <LinkButton type="primary" to={paths.reductionEdit(head.id)}>
              {state === 'DRAFT' ? '继续填写' : '去补正'}
            </LinkButton>
          )}
          <Button onClick={onOpen} aria-label={`查看 ${applyNo}`}>
            查看
          </Button>
        </span>
      </div>
    </li>
  )
}

function hoursWords({ hours, hoursApproved, state }: ReductionHead): string {
  if (hours === null) return '未填学时'
  if (state === 'APPROVED' && hoursApproved !== null)
    return hoursApproved === hours
      ? `核定 ${formatHours(hours)} 学时`
      : `申请 ${formatHours(hours)} 学时，核定 ${formatHours(hoursApproved)} 学时`
  return `申请 ${formatHours(hours)} 学时`
}
