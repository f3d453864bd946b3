import { formatDateTime } from '@ce/client/format.ts'
import type { SystemStatus } from '@ce/client/staff/system.ts'
import { vitalNames } from '@ce/contract/web-vitals'
import { EmptyState } from '@ce/ui/States.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import type { TableProps } from 'antd'
import { CardSection } from '../../components/CardSection.tsx'
import classes from '../../components/cards.module.css'
import { CellWithNote, DeskTable } from '../../components/DeskTable.tsx'
import own from './System.module.css'
import { browserErrorKindNames, formatWebVital, frontEndNames, webVitalRatingLabels, webVitalTitles } from './text.ts'

type Browsers = SystemStatus['browsers']
type PageError = Browsers['errors'][number]
type Vital = Browsers['vitals'][number]

export function BrowserErrorsSection({ browsers }: { browsers: Browsers }) {
  const { days, total, errors } = browsers
  return (
    <CardSection id="browser-errors" title="浏览器报告的错误">
      {total === 0 ? (
        <EmptyState title={`近 ${days} 天没有错误报告`}>
          页面在用户的浏览器里出错时会自动报告，不含个人信息。
        </EmptyState>
      ) : (
        <>
          <p className={classes.hint}>
            近 {days} 天共 {total} 种{total > errors.length && `，列出最近的 ${errors.length} 种`}
            。同一错误在一次打开中只计一次；反复出现的，请展开后把详情交给技术人员。
          </p>
          <DeskTable<PageError>
            aria-labelledby="browser-errors"
            rowKey="id"
            columns={errorColumns}
            dataSource={errors}
            expandable={{
              columnTitle: <span className="visually-hidden">详情</span>,
              expandedRowRender: (error) => <ErrorDetail {...error} />,
            }}
          />
        </>
      )}
    </CardSection>
  )
}

const errorColumns: NonNullable<TableProps<PageError>['columns']> = [
  {
    key: 'message',
    title: '错误',
    render: (_, { message, kind }) => (
      <CellWithNote note={browserErrorKindNames[kind]}>
        <span className={own.message}>{message}</span>
      </CellWithNote>
    ),
  },
  {
    key: 'page',
    title: '页面',
    width: 240,
    render: (_, { app, route }) => (
      <>
        {frontEndNames[app]}
        <span className={`cell-note ${own.message}`}>{route}</span>
      </>
    ),
  },
  { key: 'count', title: '次数', width: 80, dataIndex: 'count' },
  {
    key: 'seen',
    title: '最近出现',
    width: 180,
    render: (_, { firstSeenAt, lastSeenAt }) => (
      <CellWithNote note={`最早 ${formatDateTime(firstSeenAt)}`}>{formatDateTime(lastSeenAt)}</CellWithNote>
    ),
  },
]

function ErrorDetail({ source, line, column, browser, build, stack }: PageError) {
  return (
    <dl className={classes.facts}>
      <div>
        <dt>位置</dt>
        <dd>{source ? `${source}:${line}:${column}` : '—'}</dd>
      </div>
      <div>
        <dt>浏览器</dt>
        <dd>{browser || '—'}</dd>
      </div>
      <div>
        <dt>页面版本</dt>
        <dd>{build || '—'}</dd>
      </div>
      {stack && (
        <div className={own.wide}>
          <dt>详情</dt>
          <dd>
            <pre className={own.stack}>{stack}</pre>
          </dd>
        </div>
      )}
    </dl>
  )
}

export function PageSpeedSection({ browsers: { days, vitals } }: { browsers: Browsers }) {
  const order = (one: Vital) => vitalNames.indexOf(one.metric)
  const rows = vitals.toSorted((one, other) => one.app.localeCompare(other.app) || order(one) - order(other))
  return (
    <CardSection id="page-speed" title="页面速度">
      {rows.length === 0 ? (
        <EmptyState title={`近 ${days} 天没有测量`}>每次打开页面按比例抽样测量，页面关闭或切到后台时报告。</EmptyState>
      ) : (
        <>
          <p className={classes.hint}>近 {days} 天抽样测量，75% 的打开不超过所列数值。</p>
          <DeskTable<Vital>
            aria-labelledby="page-speed"
            rowKey={({ app, metric }) => `${app} ${metric}`}
            columns={vitalColumns}
            dataSource={rows}
          />
        </>
      )}
    </CardSection>
  )
}

const vitalColumns: NonNullable<TableProps<Vital>['columns']> = [
  { key: 'app', title: '页面', width: 180, render: (_, { app }) => frontEndNames[app] },
  {
    key: 'metric',
    title: '测量',
    render: (_, { metric }) => (
      <CellWithNote note={`${webVitalTitles[metric].explained}（${metric}）`}>
        {webVitalTitles[metric].text}
      </CellWithNote>
    ),
  },
  {
    key: 'value',
    title: '75% 的打开不超过',
    width: 160,
    render: (_, { metric, p75 }) => formatWebVital(metric, p75),
  },
  {
    key: 'rating',
    title: '评价',
    width: 130,
    render: (_, { rating }) => (
      <StatusMark kind={webVitalRatingLabels[rating].kind}>{webVitalRatingLabels[rating].text}</StatusMark>
    ),
  },
  {
    key: 'visits',
    title: '良好 / 有待改进 / 较差',
    align: 'right',
    width: 190,
    render: (_, { good, needsWork, poor }) => `${good} / ${needsWork} / ${poor}`,
  },
]
