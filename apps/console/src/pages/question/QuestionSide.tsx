import { formatDateTime } from '@ce/client/format.ts'
import type { Question } from '@ce/client/staff/question.ts'
import { difficultyLabel, questionTypeLabels } from '@ce/contract/question-options'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Link } from 'react-router'
import { CardSection } from '../../components/CardSection.tsx'
import { StaffName } from '../../components/StaffName.tsx'
import { paths } from '../../paths.ts'
import classes from './QuestionForm.module.css'
import { correctRateText, discriminationRating, discriminationText } from './statistics.ts'

export function QuestionFactList({ question }: { question: Question }) {
  const { enabled, statistics, version, updatedAt, updatedBy, content } = question
  const words = discriminationRating(statistics)
  return (
    <CardSection id="facts" title="情况">
      <dl className={classes.figures}>
        <dt>状态</dt>
        <dd>
          <StatusMark kind={enabled ? 'done' : 'locked'}>{enabled ? '启用' : '停用'}</StatusMark>
        </dd>
        <dt>题型</dt>
        <dd>{questionTypeLabels[content.type]}</dd>
        <dt>难度</dt>
        <dd>{difficultyLabel(content.difficulty)}</dd>
        <dt>作答</dt>
        <dd>{statistics.answered} 份试卷</dd>
        <dt>正确率</dt>
        <dd>{correctRateText(statistics)}</dd>
        <dt>区分度</dt>
        <dd>
          {discriminationText(statistics)}
          {words && `（${words}）`}
        </dd>
        <dt>最近修改</dt>
        <dd>
          {formatDateTime(updatedAt)} <StaffName actor={updatedBy} />
          ，第 {version} 版
        </dd>
      </dl>
      <p className={classes.hint}>
        满 30 份试卷才计算正确率和区分度。区分度是“答对这道题”与“整卷得分”的相关，−1 到 1，越高越能分出掌握程度。
      </p>
    </CardSection>
  )
}

export function SimilarQuestions({ similar }: Pick<Question, 'similar'>) {
  return (
    <CardSection id="similar" title="题干相近的试题">
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
    </CardSection>
  )
}
