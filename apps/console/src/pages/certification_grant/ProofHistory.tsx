import { formatDateTime } from '@ce/client/format.ts'
import type { DeskProof } from '@ce/client/staff/certification_grant.ts'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './ProofDesk.module.css'

/** Every proof of the year, and why the others do not count any more. */
export function ProofHistory({ proof }: { proof: DeskProof }) {
  return (
    <section className={classes.card} aria-labelledby="history">
      <h2 id="history">该年度历次签发</h2>
      <ol className={classes.history}>
        {proof.history.map((one) => (
          <li key={one.id}>
            {one.id === proof.id ? (
              <strong>{one.number}</strong>
            ) : (
              <Link to={paths.proof(one.id)}>{one.number}</Link>
            )}
            ，{formatDateTime(one.issuedAt)} 签发
            {one.revokedAt && (
              <p className={classes.hint}>
                {formatDateTime(one.revokedAt)} {one.revokedBy ?? '学时冲销，系统'}
                撤销：{one.revokeReason}
                {one.replacedBy && `。由 ${one.replacedBy} 取代`}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
