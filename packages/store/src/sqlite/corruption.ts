/** Thrown where what is stored makes no sense to SQLite itself. */
export class Corruption extends Error {
  override readonly name = 'Damage';
}
