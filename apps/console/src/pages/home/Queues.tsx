import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { formatDate } from '@ce/client/format.ts'
import { type TodoQueue, todoQuery } from '@ce/client/staff/todo.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './HomePage.module.css'

/** Lists the work queues that the user may open, with their count and oldest entry. */
export function WorkQueues() {
  const query = useQuery(todoQuery())
  return (
    <QueryContent query={query}>
      {({ list }) =>
        list.length > 0 && (
          <section aria-labelledby="queues" className={classes.queues}>
            <h2 id="queues" className={classes.queuesTitle}>
              等待处理
            </h2>
            {list.every(({ count }) => count === 0) && <p className={classes.done}>各队列都已处理完。</p>}
            <ul className={classes.tiles}>
              {list.map((queue) => (
                <Tile key={queue.queue} {...queue} />
              ))}
            </ul>
          </section>
        )
      }
    </QueryContent>
  )
}

function Tile({ queue, count, oldestAt }: TodoQueue) {
  const { text, unit, to } = words[queue]
  return (
    <li className={classes.tile}>
      <Link to={to} className={classes.tileLink}>
        {text}
      </Link>
      <span className={count > 0 ? classes.waiting : classes.none}>
        <span className={classes.figure}>{count}</span> {unit}
      </span>
      <span className={classes.since}>{oldestAt ? `最早 ${formatDate(oldestAt)}` : '没有等待的'}</span>
    </li>
  )
}

const words: Record<TodoQueue['queue'], { text: string; unit: string; to: string }> = {
  REDUCTION_FIRST: { text: '减免待审核', unit: '份', to: paths.reductionsIn('FIRST') },
  REDUCTION_FINAL: { text: '减免待复审', unit: '份', to: paths.reductionsIn('FINAL') },
  REDUCTION_SAMPLE: { text: '减免待抽查', unit: '份', to: paths.reductionsIn('SAMPLE') },
  CAPTURE_OPEN: { text: '抓拍待核查', unit: '次', to: paths.capturesIn('OPEN') },
  CAPTURE_SECOND: { text: '抓拍待第二人确认', unit: '次', to: paths.capturesIn('PROPOSED') },
  EXAM_DECISION: { text: '考试处置待复核', unit: '项', to: paths.examsTab('decisions') },
  EXAM_REGRADE: { text: '试题待重新评分', unit: '项', to: paths.examsTab('regrades') },
  EXAM_APPEAL: { text: '考试申诉待答复', unit: '项', to: paths.examsTab('appeals') },
  MERGE: { text: '账号合并待确认', unit: '项', to: paths.studentMerges() },
  CORRECTION: { text: '更正申请待审核', unit: '项', to: paths.correctionsIn('OPEN') },
  REFUND: { text: '退款申请', unit: '项', to: paths.financeTab('refunds') },
  DIFFERENCE: { text: '对账差异', unit: '条', to: paths.financeTab('differences') },
  CLOSED_MONEY: { text: '注销账号未学费用', unit: '项', to: paths.financeTab('closed') },
  INVOICE_PENDING: { text: '发票待开具', unit: '张', to: paths.invoicesIn('PENDING') },
  INVOICE_ISSUING: { text: '发票待上传', unit: '张', to: paths.invoicesIn('ISSUING') },
  PROOF_FONT: { text: '证明等待补充字体', unit: '份', to: paths.fonts() },
  LEGAL_TEXT: { text: '协议版本待审核', unit: '个', to: paths.texts() },
  DELIVERY: { text: '邮件短信没有发出', unit: '条', to: paths.deliveries() },
  INVOICE_REVERSE: { text: '发票待红冲', unit: '张', to: paths.invoicesIn('TO_REVERSE') },
  INVOICE_TAX: { text: '发票待税务处理', unit: '张', to: paths.invoicesIn('TAX_OPEN') },
}
