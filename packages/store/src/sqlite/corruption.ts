/** SQLite found that the database file is malformed. */
export class Corruption extends Error {
  override readonly name = 'Corruption';
}
