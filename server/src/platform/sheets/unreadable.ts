/** Says why a whole file cannot be read, in Chinese. */
export class UnreadableFile extends Error {}
