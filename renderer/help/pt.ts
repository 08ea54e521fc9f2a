/** The help pages by the path of their file. */
export default import.meta.glob<string>('./pt/*.md', { eager: true, query: '?raw', import: 'default' });
