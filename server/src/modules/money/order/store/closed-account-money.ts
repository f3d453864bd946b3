import { sql } from 'kysely'
import type { Tx } from '../../../../platform/db/database.ts'

export async function insertClosedAccountMoney(
  tx: Tx,
  row: { orderNo: string; studentId: string; amountFen: number; hoursLeft: number },
): Promise<boolean> {
  const { orderNo, studentId, amountFen, hoursLeft } = row
  const { rows } = await sql`
    insert into closed_account_money (order_no, sign_id, student_id, amount_fen, hours_left)
    select line.order_no, line.sign_id, ${studentId}::uuid, ${amountFen}::int, ${hoursLeft}::int
    from order_line line join sign on sign.id = line.sign_id
    where line.order_no = ${orderNo} and sign.student_id = ${studentId}::uuid
    on conflict do nothing returning order_no`.execute(tx)
  return rows.length > 0
}

/** `goesBack` means that a refund of the line has already decided about the money. */
export function lockClosedAccountMoney(tx: Tx, { orderNo, signId }: { orderNo: string; signId: string }) {
  return tx
    .selectFrom('closedAccountMoney')
    .selectAll()
    .select(
      sql<boolean>`exists (select from refund where refund.order_no = closed_account_money.order_no
        and refund.sign_id = closed_account_money.sign_id)`.as('goesBack'),
    )
    .where('orderNo', '=', orderNo)
    .where('signId', '=', signId)
    .forUpdate()
    .executeTakeFirst()
}

export async function setClosedAccountMoneyDecision(
  tx: Tx,
  kept: { orderNo: string; signId: string; by: string; reason: string },
): Promise<void> {
  const { orderNo, signId, by, reason } = kept
  await tx
    .updateTable('closedAccountMoney')
    .set({ state: 'KEPT', decidedBy: by, reason, decidedAt: sql`app_now()` })
    .where('orderNo', '=', orderNo)
    .where('signId', '=', signId)
    .execute()
}
