/** Whom a message is for, outside the portal. */
export interface Addressee {
  phone: string
  /** null: the student gave none */
  email: string | null
}

/**
 * A way out of the portal: e-mail, SMS. None is configured today, so nothing is sent and nothing says that it was; a provider is one
 * implementation of this in `openDeps`.
 */
export interface MessageChannel {
  /** as deliveries are recorded under it: EMAIL, SMS */
  name: string
  /** False: this person cannot be reached so. @throws Error when it may work later */
  send(to: Addressee, message: { title: string; body: string }): Promise<boolean>
}
