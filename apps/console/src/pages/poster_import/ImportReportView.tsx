import { failureWords } from '@ce/client/form-refusal.ts'
import { type ImportReport, useCancelImport, useRunImport } from '@ce/client/staff/poster_import.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { ProgressBar } from '@ce/ui/ProgressBar.tsx'
import { Alert, App, Button } from 'antd'
import { Link } from 'react-router'
import classes from '../../components/import/Import.module.css'
import { paths } from '../../paths.ts'
import { ImportRows } from './ImportRows.tsx'
import { waitsForCategory } from './steps.ts'

/** What an import would do, is doing, or has done. */
export function ImportReportView({ report }: { report: ImportReport }) {
  return (
    <div className={classes.report}>
      <p className={classes.hint}>{report.fileName}</p>
      {report.state === 'CHECKED' && <Decision report={report} />}
      {report.state === 'RUNNING' && <Progress report={report} />}
      {report.state === 'DONE' && <Done report={report} />}
      {report.state === 'CANCELLED' && (
        <Alert
          type="info"
          showIcon
          title={`这次导入已取消，已处理 ${report.done} / ${report.total} 篇`}
          description="取消之前导入了的内容保留在内容列表里；需要时重新上传这个文件，已有的不会重复。"
        />
      )}
      {report.state === 'FAILED' && (
        <Alert
          type="error"
          showIcon
          title={`导入中断，已完成 ${report.done} / ${report.total} 篇`}
          description="已经导入的内容保留在内容列表里。重新上传同一个文件再导入，已有的不会重复。"
        />
      )}
      <ImportRows report={report} />
    </div>
  )
}

function Decision({ report }: { report: ImportReport }) {
  const { modal } = App.useApp()
  const mayPublish = usePermission('poster.publish')
  const run = useRunImport()
  const { create } = report.counts
  const unplaced = report.rows.filter(waitsForCategory).length
  const refused = report.counts.refuse - unplaced
  const start = (publish: boolean) =>
    modal.confirm({
      title: publish ? `导入并发布 ${create} 篇？` : `导入 ${create} 篇草稿？`,
      content: [
        publish
          ? '读者立即能看到它们，日期用文档里写明的日期；日期还没有到的，到时才出现。'
          : '它们会存为草稿，读者看不到，可以逐篇核对后发布。',
        unplaced > 0 ? `没有选栏目的 ${unplaced} 篇会跳过。` : '',
        refused > 0 ? `不能导入的 ${refused} 篇会跳过。` : '',
        remainsWords(report),
      ].join(''),
      okText: publish ? '导入并发布' : '导入为草稿',
      cancelText: '再看看',
      onOk: () => run.mutate({ importId: report.importId, publish }),
    })
  return (
    <div className={classes.decision}>
      {unplaced > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`有 ${unplaced} 篇还没有栏目：请勾选后放进栏目，或点标题逐篇选择`}
        />
      )}
      {create === 0 && unplaced === 0 && (
        <Alert type="info" showIcon title="没有可以导入的内容，请查看各篇的提示。" />
      )}
      {create > 0 && <p>还没有导入。点标题可以修改一篇，点“预览”看访客将看到的页面。</p>}
      {run.error && <Alert type="error" showIcon title={failureWords(run.error)} />}
      <span className={classes.actions}>
        {create > 0 && (
          <Button
            type={mayPublish ? 'default' : 'primary'}
            loading={run.isPending}
            onClick={() => start(false)}
          >
            导入为草稿
          </Button>
        )}
        {create > 0 && mayPublish && (
          <Button type="primary" loading={run.isPending} onClick={() => start(true)}>
            导入并发布
          </Button>
        )}
        <CancelButton report={report} />
      </span>
    </div>
  )
}

/** What becomes of lines that ask to follow an account, in the items that are made. */
function remainsWords({ rows }: ImportReport): string {
  const made = rows.filter(({ action, remains }) => action === 'CREATE' && remains)
  const gone = made.filter(({ remains }) => remains?.gone).length
  const kept = made.length - gone
  return [
    gone > 0 ? `其中 ${gone} 篇会去掉引导关注、点赞或转发的内容。` : '',
    kept > 0 ? `还有 ${kept} 篇保留着这样的内容。` : '',
  ].join('')
}

function CancelButton({ report }: { report: ImportReport }) {
  const { modal } = App.useApp()
  const cancel = useCancelImport()
  const isRunning = report.state === 'RUNNING'
  const ask = () =>
    modal.confirm({
      title: '取消这次导入？',
      content: isRunning
        ? '已经导入的保留在内容列表里，其余不再导入。'
        : '什么也不会导入，在这里做的修改不再保留。',
      okText: '取消导入',
      okButtonProps: { danger: true },
      cancelText: '再想想',
      onOk: () => cancel.mutate({ importId: report.importId }),
    })
  return (
    <>
      <Button danger loading={cancel.isPending} onClick={ask}>
        取消导入
      </Button>
      {cancel.error && <Alert type="error" showIcon title={failureWords(cancel.error)} />}
    </>
  )
}

function Progress({ report }: { report: ImportReport }) {
  const { done, total } = report
  const words = `已处理 ${done} / ${total} 篇`
  return (
    <div className={classes.progress}>
      <ProgressBar label="导入进度" value={done} max={total} text={words} />
      <p className="figures">{words}。可以离开这个页面，导入会继续。</p>
      <span className={classes.actions}>
        <CancelButton report={report} />
      </span>
    </div>
  )
}

function Done({ report }: { report: ImportReport }) {
  const used = new Set(report.rows.map(({ categoryId }) => categoryId))
  const [only] = used.size === 1 ? used : []
  return (
    <Alert
      type="success"
      showIcon
      title={`导入完成，新建 ${report.counts.create} 篇`}
      action={
        <Link to={only ? `${paths.posters()}?category=${only}` : paths.posters()}>
          查看内容列表
        </Link>
      }
    />
  )
}
