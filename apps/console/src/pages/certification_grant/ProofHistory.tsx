import { formatDateTime } from '@ce/client/format.ts'
import type { DeskProof } from '@ce/client/staff/certification_grant.ts'
import { Link } from 'react-router'
import { CardSection } from '../../components/CardSection.tsx'
import cards from '../../components/cards.module.css'
import { paths } from '../../paths.ts'
import classes from './ProofDesk.module.css'

export function ProofHistory({ proof }: { proof: DeskProof }) {
  return (
    <CardSection id="history" title="该年度历次签发">
      <ol className={classes.history}>
        {proof.history.map((one) => (
          <li key={one.id}>
            {one.id === proof.id ? <strong>{one.number}</strong> : <Link to={paths.proof(one.id)}>{one.number}</Link>}，
            {formatDateTime(one.issuedAt)} 签发
            {one.revokedAt && (
              <p className={cards.hint}>
                {formatDateTime(one.revokedAt)} {one.revokedBy ?? '学时冲销，系统'}
                撤销：{one.revokeReason}
                {one.replacedBy && `。由 ${one.replacedBy} 取代`}
              </p>
            )}
          </li>
        ))}
      </ol>
    </CardSection>
  )
}
