import { formatDateTime } from '@ce/client/format.ts'
import type { Question } from '@ce/client/staff/question.ts'
import { difficultyName, typeNames } from '@ce/contract/question-options'
import { Link } from 'react-router'
import { Who } from '../../components/Who.tsx'
import { paths } from '../../paths.ts'
import classes from './QuestionForm.module.css'
import { QuestionState } from './question-columns.tsx'
import { discriminationWords, judgement, rateWords } from './statistics.ts'

/** How a question stands: state, figures of the papers that had it, who changed it last. */
export function QuestionFacts({ question }: { question: Question }) {
  const { enabled, statistics, version, updatedAt, updatedBy, content } = question
  const words = judgement(statistics)
  return (
    <section className={classes.card} aria-labelledby="facts">
      <h2 id="facts">情况</h2>
      <dl className={classes.figures}>
        <dt>状态</dt>
        <dd>
          <QuestionState enabled={enabled} />
        </dd>
        <dt>题型</dt>
        <dd>{typeNames[content.type]}</dd>
        <dt>难度</dt>
        <dd>{difficultyName(content.difficulty)}</dd>
        <dt>作答</dt>
        <dd>{statistics.answered} 份试卷</dd>
        <dt>正确率</dt>
        <dd>{rateWords(statistics)}</dd>
        <dt>区分度</dt>
        <dd>
          {discriminationWords(statistics)}
          {words && `（${words}）`}
        </dd>
        <dt>最近修改</dt>
        <dd>
          {formatDateTime(updatedAt)} <Who actor={updatedBy} />
          ，第 {version} 版
        </dd>
      </dl>
      <p className={classes.hint}>
        满 30 份试卷才计算正确率和区分度。区分度是“答对这道题”与“整卷得分”的相关，−1 到
        1，越高越能分出掌握程度。
      </p>
    </section>
  )
}

/** Other questions of the course whose stem is near. */
export function SimilarQuestions({ similar }: Pick<Question, 'similar'>) {
  return (
    <section className={classes.card} aria-labelledby="similar">
      <h2 id="similar">题干相近的试题</h2>
      {similar.length === 0 ? (
        <p className={classes.hint}>本课程没有题干相近的试题。</p>
      ) : (
        <ul className={classes.similar}>
          {similar.map(({ id, no, stem, likeness }) => (
            <li key={id}>
              <Link to={paths.question(id)}>第 {no} 号</Link>（相近 {Math.round(likeness * 100)}%）
              <p>{stem}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
