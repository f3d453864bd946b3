import type { ReductionState, ReductionSummary } from '@ce/client/course_reduce.ts'
import { pagedReductionsQuery } from '@ce/client/course_reduce.ts'
import { reductionStateNames } from '@ce/contract/state-names'
import { buttonClass } from '@ce/ui/Button.tsx'
import { DatedText } from '@ce/ui/Dated.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { ChoiceChips } from '../../components/Chips.tsx'
import card from '../../components/card.module.css'
import { InfiniteList } from '../../components/InfiniteList.tsx'
import { PullToRefresh } from '../../components/PullToRefresh.tsx'
import { ScreenLayout } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { useShell } from '../../shells/shell.ts'
import { ReductionDetail, ReductionStateMark as State } from './ReductionDetail.tsx'
import classes from './Reductions.module.css'
import {
  continueReductionLabel,
  parseReductionState,
  reductionStateFilters,
  reductionSummaryText,
  reductionTimesText,
} from './text.ts'

/** The address holds the state filter and the open application, which wide screens show beside the list. */
export function ReductionsScreen() {
  const [params] = useSearchParams()
  const id = params.get('id')
  const state = parseReductionState(params.get('state'))
  const onPhone = useShell() === 'phone'
  if (onPhone && id)
    return (
      <ScreenLayout title="减免申请" back={paths.reductions()}>
        <ReductionDetail key={id} id={id} />
      </ScreenLayout>
    )
  const apply = (
    <Link className={buttonClass()} to={paths.reductionApply()}>
      申请减免
    </Link>
  )
  return (
    <ScreenLayout title="学时减免" back={paths.profile()} aside={onPhone ? null : apply} foot={onPhone && apply}>
      <p className={card.quiet}>论文、授课、对口支援等经审核可以抵减学时，通过后计入当年学时。</p>
      <ChoiceChips
        label="申请状态"
        chips={reductionStateFilters}
        chosen={state ?? 'ALL'}
        to={(value) => listPath(value === 'ALL' ? undefined : value)}
      />
      <div className={id ? classes.split : classes.list}>
        <div className={classes.list}>
          <Applications state={state} openId={id} />
        </div>
        {id && (
          <div className={classes.detail}>
            <Link className={classes.back} to={listPath(state)} replace preventScrollReset>
              返回列表
            </Link>
            <ReductionDetail key={id} id={id} />
          </div>
        )}
      </div>
    </ScreenLayout>
  )
}

function listPath(state: string | undefined, id?: string): string {
  const params = new URLSearchParams({ ...(state ? { state } : {}), ...(id ? { id } : {}) })
  return params.size > 0 ? `${paths.reductions()}?${params}` : paths.reductions()
}

interface ApplicationsProps {
  state: ReductionState | undefined
  /** Id of the application shown beside the list. */
  openId: string | null
}

function Applications({ state, openId }: ApplicationsProps) {
  const query = useInfiniteQuery(pagedReductionsQuery(state ? { state } : {}))
  return (
    <PullToRefresh>
      <InfiniteList
        query={query}
        idOf={({ id }) => id}
        around={(applications) => <ul className={classes.list}>{applications}</ul>}
        empty={
          <EmptyState title={state ? `没有“${reductionStateNames[state]}”的申请` : '还没有申请'}>
            准备好佐证材料的照片或 PDF，点“申请减免”开始；没填完可以存草稿。
          </EmptyState>
        }
      >
        {(head) => <ReductionCard head={head} isOpen={head.id === openId} to={listPath(state, head.id)} />}
      </InfiniteList>
    </PullToRefresh>
  )
}

interface ReductionCardProps {
  head: ReductionSummary
  isOpen: boolean
  to: string
}

function ReductionCard({ head, isOpen, to }: ReductionCardProps) {
  const { id, typeName, applyNo, stateReason } = head
  const goOn = continueReductionLabel(head)
  return (
    <li className={isOpen ? `${card.card} ${classes.open}` : card.card} aria-label={`${typeName} ${applyNo}`}>
      <div className={card.head}>
        <h2>{typeName}</h2>
        <State {...head} />
      </div>
      <p>{reductionSummaryText(head)}</p>
      {stateReason && <p className={card.warning}>原因：{stateReason}</p>}
      <div className={classes.foot}>
        <p className={card.quiet}>
          <DatedText>{reductionTimesText(head)}</DatedText>
        </p>
        <div className={card.tools}>
          <Link
            className={buttonClass('quiet')}
            to={to}
            preventScrollReset
            aria-label={`查看 ${applyNo}`}
            aria-current={isOpen ? 'true' : undefined}
          >
            查看
          </Link>
          {goOn && (
            <Link className={buttonClass()} to={paths.reductionEdit(id)} aria-label={`${goOn} ${applyNo}`}>
              {goOn}
            </Link>
          )}
        </div>
      </div>
    </li>
  )
}
