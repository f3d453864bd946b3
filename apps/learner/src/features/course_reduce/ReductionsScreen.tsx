import {
  type ReductionHead,
  type ReductionState,
  reductionsInPages,
} from '@ce/client/course_reduce.ts'
import { reductionStateNames } from '@ce/contract/state-names'
import { buttonClass } from '@ce/ui/Button.tsx'
import { Dated } from '@ce/ui/Dated.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { Chips } from '../../components/Chips.tsx'
import card from '../../components/card.module.css'
import { GrowingList } from '../../components/GrowingList.tsx'
import { Refreshing } from '../../components/Refreshing.tsx'
import { Screen } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { useShell } from '../../shells/shell.ts'
import { ReductionDetail, ReductionState as State } from './ReductionDetail.tsx'
import classes from './Reductions.module.css'
import { goOnWords, headTimes, headWords, readReductionState, reductionFilters } from './text.ts'

/**
 * 学时减免: one's applications; the state filter, and with `id` what is open, stand in the address. Where there is room it stands beside
 * the list, else in its place.
 */
export function ReductionsScreen() {
  const [params] = useSearchParams()
  const id = params.get('id')
  const state = readReductionState(params.get('state'))
  const onPhone = useShell() === 'phone'
  if (onPhone && id)
    return (
      <Screen title="减免申请" back={paths.reductions()}>
        <ReductionDetail key={id} id={id} />
      </Screen>
    )
  const apply = (
    <Link className={buttonClass()} to={paths.reductionApply()}>
      申请减免
    </Link>
  )
  return (
    <Screen
      title="学时减免"
      back={paths.profile()}
      aside={onPhone ? null : apply}
      foot={onPhone && apply}
    >
      <p className={card.quiet}>论文、授课、对口支援等经审核可以抵减学时，通过后计入当年学时。</p>
      <Chips
        label="申请状态"
        chips={reductionFilters}
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
    </Screen>
  )
}

function listPath(state: string | undefined, id?: string): string {
  const params = new URLSearchParams({ ...(state ? { state } : {}), ...(id ? { id } : {}) })
  return params.size > 0 ? `${paths.reductions()}?${params}` : paths.reductions()
}

interface ApplicationsProps {
  state: ReductionState | undefined
  /** the one that stands beside the list */
  openId: string | null
}

function Applications({ state, openId }: ApplicationsProps) {
  const query = useInfiniteQuery(reductionsInPages(state ? { state } : {}))
  return (
    <Refreshing>
      <GrowingList
        query={query}
        idOf={({ id }) => id}
        around={(applications) => <ul className={classes.list}>{applications}</ul>}
        empty={
          <EmptyState title={state ? `没有“${reductionStateNames[state]}”的申请` : '还没有申请'}>
            准备好佐证材料的照片或 PDF，点“申请减免”开始；没填完可以存草稿。
          </EmptyState>
        }
      >
        {(head) => (
          <ReductionCard head={head} isOpen={head.id === openId} to={listPath(state, head.id)} />
        )}
      </GrowingList>
    </Refreshing>
  )
}

interface ReductionCardProps {
  head: ReductionHead
  isOpen: boolean
  to: string
}

function ReductionCard({ head, isOpen, to }: ReductionCardProps) {
  const { id, typeName, applyNo, stateReason } = head
  const goOn = goOnWords(head)
  return (
    <li
      className={isOpen ? `${card.card} ${classes.open}` : card.card}
      aria-label={`${typeName} ${applyNo}`}
    >
      <div className={card.head}>
        <h2>{typeName}</h2>
        <State {...head} />
      </div>
      <p>{headWords(head)}</p>
      {stateReason && <p className={card.warning}>原因：{stateReason}</p>}
      <div className={classes.foot}>
        <p className={card.quiet}>
          <Dated>{headTimes(head)}</Dated>
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
            <Link
              className={buttonClass()}
              to={paths.reductionEdit(id)}
              aria-label={`${goOn} ${applyNo}`}
            >
              {goOn}
            </Link>
          )}
        </div>
      </div>
    </li>
  )
}
