// Abbreviations. `SAME_WORD` is applied to tools and requests alike (repo and repository are one term); `SHORT_FOR` only
// to requests, since the long form is several words and both forms occur in catalogs.
export const SAME_WORD = `
repo: repository
db: database
config: configuration
org: organization
msg: message
env: environment
`;
export const SHORT_FOR = `
pr: pull request
k8s: kubernetes
`;
