{{- define "payments.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
{{- end }}

{{/* The names of the parts are appended to it: it leaves room for them. */}}
{{- define "payments.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 48 | trimSuffix "-" }}
{{- else if contains (include "payments.name" .) .Release.Name }}
{{- .Release.Name | trunc 48 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name (include "payments.name" .) | trunc 48 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{/* What selects the pods of a part. Takes a list: the root, and the name of the part; without one, the pods of all. */}}
{{- define "payments.selector" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: {{ include "payments.name" $root }}
app.kubernetes.io/instance: {{ $root.Release.Name }}
{{- if gt (len .) 1 }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}
{{- end }}

{{/* Takes what "payments.selector" takes. */}}
{{- define "payments.labels" -}}
{{- $root := index . 0 -}}
{{ include "payments.selector" . }}
app.kubernetes.io/version: {{ $root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" $root.Chart.Name $root.Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "payments.image" -}}
{{- with .Values.image }}
{{- if .digest }}{{ .repository }}@{{ .digest }}{{ else }}{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end }}
{{- end }}

{{- define "payments.existingSecret" -}}
{{- required "existingSecret is required: the name of the Secret that holds SECRETS_KEY and the URLs of the servers" .Values.existingSecret }}
{{- end }}

{{/* The services of the stack. */}}
{{- define "payments.services" -}}
gateway payment wallet compliance treasury webhook
{{- end }}

{{/* The deployments of a mode that are ours, as a text of words. */}}
{{- define "payments.parts" -}}
{{- if eq .Values.mode "stack" }}{{ include "payments.services" . }}{{ else if eq .Values.mode "pair" }}instance{{ else }}standalone{{ end }}
{{- end }}

{{/* The part whose pods answer the API. */}}
{{- define "payments.front" -}}
{{- if eq .Values.mode "stack" }}gateway{{ else if eq .Values.mode "pair" }}proxy{{ else }}standalone{{ end }}
{{- end }}

{{/* The variables of a part. Takes root, part, and secrets: the variables that the Secret has to hold for it. */}}
{{- define "payments.env" -}}
{{- $root := .root }}
{{- $values := $root.Values }}
{{- $own := dict }}
{{- if eq $values.mode "stack" }}{{ $own = index $values.stack .part }}{{ end }}
{{- $stack := eq $values.mode "stack" }}
{{- $fullname := include "payments.fullname" $root }}
{{- $config := merge (dict) ($own.config | default dict) $values.config }}
{{- $variables := dict "HOST" "0.0.0.0" "METRICS_PORT" "9464" }}
{{- if has .part (list "gateway" "instance" "standalone") }}
{{- $_ := set $variables "PORT" "3000" }}
{{- end }}
{{- if $stack }}
{{- $_ := set $variables "QUERY_PORT" "3001" }}
{{- $asked := dict "gateway" (list "payment" "wallet" "compliance" "treasury" "webhook") "payment" (list "wallet" "treasury" "compliance") }}
{{- range index $asked .part }}
{{- $_ := set $variables (printf "%s_URL" (upper .)) (printf "http://%s-%s:3001" $fullname .) }}
{{- end }}
{{- end }}
{{- if eq .part "standalone" }}
{{- $_ := set $variables "DATA_DIR" "/data" }}
{{- end }}
{{- /* The proxies in front: that of the pair, and that of the ingress. */}}
{{- /* Who else reaches the front could name any address, so the ingress counts only if nobody else does. */}}
{{- $isFenced := and $values.networkPolicy.enabled (not (empty $values.networkPolicy.apiFrom)) }}
{{- $proxies := add (ternary 1 0 (eq .part "instance")) (ternary 1 0 (and $values.ingress.enabled $isFenced)) }}
{{- if and (has .part (list "gateway" "instance" "standalone")) (gt $proxies 0) (not (hasKey $config "TRUST_PROXY")) }}
{{- $_ := set $variables "TRUST_PROXY" (toString $proxies) }}
{{- end }}
{{- range $name, $value := merge $variables $config }}
- name: {{ $name }}
  {{- /* Helm reads 1000000 as a float, and would write 1e+06. */}}
  value: {{ ternary (printf "%.0f" (float64 $value)) (toString $value) (and (kindIs "float64" $value) (eq (floor $value) (float64 $value))) | quote }}
{{- end }}
{{- range concat .secrets $values.secretVariables ($own.secretVariables | default list) | uniq }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ include "payments.existingSecret" $root }}, key: {{ . }} } }
{{- end }}
{{- range .optionalSecrets }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ include "payments.existingSecret" $root }}, key: {{ . }}, optional: true } }
{{- end }}
{{- end }}

{{- define "payments.podSecurityContext" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "payments.containerSecurityContext" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* Takes root and part: the settings of a pod that all parts share. */}}
{{- define "payments.pod" -}}
{{- $values := .root.Values -}}
serviceAccountName: {{ include "payments.fullname" .root }}
automountServiceAccountToken: false
# A Service named "payments" would set PAYMENTS_PORT and its like.
enableServiceLinks: false
{{- with $values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with $values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
affinity:
{{- if $values.affinity }}
  {{- toYaml $values.affinity | nindent 2 }}
{{- else }}
  podAntiAffinity:
    preferredDuringSchedulingIgnoredDuringExecution:
      - weight: 100
        podAffinityTerm:
          topologyKey: kubernetes.io/hostname
          labelSelector:
            matchLabels: {{- include "payments.selector" (list .root .part) | nindent 14 }}
{{- end }}
{{- end }}

{{/* Takes root, part, secrets, optionalSecrets, args, resources and probes: the container of one of our parts. */}}
{{- define "payments.container" -}}
- name: {{ .part }}
  image: {{ include "payments.image" .root }}
  imagePullPolicy: {{ .root.Values.image.pullPolicy }}
  args: {{ toJson .args }}
  env: {{- include "payments.env" . | trim | nindent 4 }}
  securityContext: {{- include "payments.containerSecurityContext" . | nindent 4 }}
  resources: {{- toYaml .resources | nindent 4 }}
  {{- with .ports }}
  ports:
    {{- range $name, $port := . }}
    - { name: {{ $name }}, containerPort: {{ $port }} }
    {{- end }}
  {{- end }}
  {{- with .ready }}
  # It answers from its first moment in the stack; a process that rebuilds its read models first answers after that.
  startupProbe:
    httpGet: { path: /health/live, port: {{ .port }} }
    periodSeconds: 2
    failureThreshold: 900
  livenessProbe:
    httpGet: { path: /health/live, port: {{ .port }} }
    periodSeconds: 10
    timeoutSeconds: 5
    failureThreshold: 6
  readinessProbe:
    httpGet: { path: {{ .path }}, port: {{ .port }} }
    periodSeconds: 2
    timeoutSeconds: 3
    failureThreshold: 2
  # Until no other pod sends it anything new.
  lifecycle: { preStop: { sleep: { seconds: 3 } } }
  {{- end }}
  volumeMounts:
    - { name: tmp, mountPath: /tmp }
    {{- with .data }}
    - { name: data, mountPath: {{ . }} }
    {{- end }}
    {{- with .root.Values.extraVolumeMounts }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end }}

{{- define "payments.volumes" -}}
- name: tmp
  emptyDir: { sizeLimit: 64Mi }
{{- with .Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end }}
