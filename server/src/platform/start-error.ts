/** Why the server cannot start. The message is the one English line shown to the operator. */
export class StartError extends Error {
  override name = 'StartError'
}
