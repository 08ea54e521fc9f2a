/** The help pages by the path of their file. */
export default import.meta.glob<string>('./es/*.md', { eager: true, query: '?raw', import: 'default' });
