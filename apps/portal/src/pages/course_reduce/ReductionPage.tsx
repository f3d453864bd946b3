import {
  type ReductionHead,
  type ReductionState,
  reductionsQuery,
} from '@ce/client/course_reduce.ts'
import { readPage } from '@ce/client/read-page.ts'
import { LinkButton } from '@ce/frame/LinkButton.tsx'
import { PageHeader } from '@ce/frame/PageHeader.tsx'
import { inPlace } from '@ce/frame/ScrollToTop.tsx'
import { StateMark } from '@ce/frame/student/course_reduce/StateMark.tsx'
import {
  goOnWords,
  headTimes,
  headWords,
  noReductionsText,
  noReductionsTitle,
  readReductionState,
  reductionFilters,
  reductionIntro,
} from '@ce/frame/student/course_reduce/words.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { type NavigateOptions, useLocation, useNavigate, useSearchParams } from 'react-router'
import { PagedList } from '../../components/PagedList.tsx'
import { paths } from '../../paths.ts'
import { ReductionDrawer } from './ReductionDrawer.tsx'
import classes from './Reductions.module.css'

const pageSize = 10

/** What the address says. */
interface Shown {
  state?: ReductionState | undefined
  page?: number
  id?: string
}

/** 学时减免: one's applications; state filter, page and what is open stand in the URL. */
export function ReductionPage() {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const openedHere = Boolean(useLocation().state?.inPlace)
  const state = readReductionState(params.get('state'))
  const page = readPage(params.get('page'))
  const id = params.get('id')
  const query = useQuery(reductionsQuery({ ...(state ? { state } : {}), page, pageSize }))
  const go = (next: Shown, options?: NavigateOptions) =>
    setParams(
      {
        ...(next.state ? { state: next.state } : {}),
        ...(next.page && next.page > 1 ? { page: String(next.page) } : {}),
        ...(next.id ? { id: next.id } : {}),
      },
      options,
    )
  // Back does not open again what was closed, nor come to the list twice
  const close = () =>
    openedHere ? navigate(-1) : go({ state, page }, { replace: true, state: inPlace })
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
        {reductionIntro}
      </PageHeader>
      <div className={classes.filter}>
        <Segmented
          aria-label="申请状态"
          value={state ?? 'ALL'}
          onChange={(value) => go({ state: readReductionState(value) })}
          options={[...reductionFilters]}
        />
      </div>
      <PagedList
        query={query}
        page={page}
        pageSize={pageSize}
        onPage={(next) => go({ state, page: next })}
        className={classes.cards}
        empty={<EmptyState title={noReductionsTitle(state)}>{noReductionsText}</EmptyState>}
      >
        {(head) => (
          <Card
            key={head.id}
            head={head}
            onOpen={() => go({ state, page, id: head.id }, { state: inPlace })}
          />
        )}
      </PagedList>
      {id && <ReductionDrawer key={id} id={id} onClose={close} />}
    </>
  )
}

function Card({ head, onOpen }: { head: ReductionHead; onOpen: () => void }) {
  const { typeName, applyNo, stateReason } = head
  const goOn = goOnWords(head)
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <h2>{typeName}</h2>
        <StateMark {...head} />
      </div>
      <p>{headWords(head)}</p>
      {stateReason && <p className={classes.why}>原因：{stateReason}</p>}
      <div className={classes.head}>
        <span className={classes.small}>{headTimes(head)}</span>
        <span className={classes.buttons}>
          {goOn && (
            <LinkButton type="primary" to={paths.reductionEdit(head.id)}>
              {goOn}
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
